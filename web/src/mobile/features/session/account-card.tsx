import { pages } from '@recline/contract/pages';
import { Link } from '@tanstack/react-router';
import { Card } from '../../../ui/card.tsx';
import { List, ListAction, ListRow, RowContent } from '../../../ui/list.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { useText } from '../../texts/app.ts';
import { accountName, type User } from './user.ts';

/** The account, with a manager's outlets or a link to an end user's orders. */
export function AccountCard({ user }: { user: User }) {
  const t = useText();
  const manager = user.role === 'manager';
  const account = accountName(user);
  return (
    <>
      <Card>
        <RowContent
          icon="user"
          title={<strong>{user.name || t.account.guest}</strong>}
          text={account !== user.name && t.account.account(account)}
          value={<Tag tone="good">{t.account.roles[user.role]}</Tag>}
        />
      </Card>
      {manager && (
        <Card title={t.account.outlets(user.outlets.length)}>
          <List>
            {user.outlets.map((outlet) => (
              <ListRow key={outlet.outletId} icon="outlet" title={outlet.name} />
            ))}
          </List>
        </Card>
      )}
      {!manager && (
        <Card>
          <List>
            <ListAction>
              <Link to={pages.myOrders}>
                <RowContent icon="order" title={t.account.myOrders} chevron />
              </Link>
            </ListAction>
          </List>
        </Card>
      )}
    </>
  );
}

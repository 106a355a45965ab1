import { pages } from '@recline/contract/pages';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { Card } from '../../../ui/card.tsx';
import { List, ListAction, RowContent } from '../../../ui/list.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { Page } from '../../shell/page.tsx';
import { useText } from '../../texts/app.ts';
import { useUser } from '../session/index.ts';
import { placeQuery } from './outlets.queries.ts';
import { PlaceForm } from './place-form.tsx';

/** Sets the location of one of the manager's outlets. */
export function ChooseLocationScreen() {
  const t = useText();
  const { outletId } = useSearch({ from: pages.chooseLocation });
  const outlets = useUser()?.outlets ?? [];
  const outlet = outlets.find((each) => each.outletId === outletId);
  return (
    <Page title={t.places.choose}>
      {outlet && <PlaceOf key={outlet.outletId} outletId={outlet.outletId} />}
      {!outlet && outlets.length === 0 && <Notice drawing="forbidden" title={t.places.notYours} />}
      {!outlet && outlets.length > 0 && (
        <Card title={t.places.whichOutlet}>
          <List>
            {outlets.map((each) => (
              <ListAction key={each.outletId}>
                <Link to={pages.chooseLocation} search={{ outletId: each.outletId }} replace>
                  <RowContent icon="outlet" title={each.name} chevron />
                </Link>
              </ListAction>
            ))}
          </List>
        </Card>
      )}
    </Page>
  );
}

function PlaceOf({ outletId }: { outletId: string }) {
  const { data, error, refetch } = useQuery(placeQuery(outletId));
  if (data) return <PlaceForm place={data} />;
  return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />;
}

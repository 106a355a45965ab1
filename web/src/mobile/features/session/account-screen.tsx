import { LoadingState } from '../../../ui/states.tsx';
import { Page } from '../../shell/page.tsx';
import { useText } from '../../texts/app.ts';
import { AccountCard } from './account-card.tsx';
import { LogoutButton } from './logout-button.tsx';
import { AboutCard, SettingsCard } from './settings-card.tsx';
import { useUser } from './user.ts';

export function AccountScreen() {
  const t = useText();
  const user = useUser();
  if (!user) return <LoadingState />;
  return (
    <Page title={t.account.title} tab={user.permissions.includes('user')}>
      <AccountCard user={user} />
      <SettingsCard servicePhone={user.servicePhone} />
      <AboutCard />
      <LogoutButton role={user.role} />
    </Page>
  );
}

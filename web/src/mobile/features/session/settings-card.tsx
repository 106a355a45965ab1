import { useState } from 'react';
import { config } from '../../../platform/config.ts';
import { storeTheme, theme, themes } from '../../../platform/theme.ts';
import { Card } from '../../../ui/card.tsx';
import { Choice } from '../../../ui/choice.tsx';
import { LanguageRow } from '../../../ui/language-row.tsx';
import { List, ListAction, ListRow, RowContent } from '../../../ui/list.tsx';
import { useLanguage } from '../../texts/app.ts';
import { useSystemInfo } from './user.ts';

/** The versions of app and phone, for support. */
export function AboutCard() {
  const { texts: t } = useLanguage();
  const info = useSystemInfo();
  return (
    <Card title={t.account.about}>
      <List>
        <ListRow title={t.account.version} value={config.version} />
        <ListRow title={t.account.appId} value={config.appId} />
        {info && (
          <ListRow
            title={t.account.phone}
            value={`${t.account.browsers[info.browser]} · ${info.width}×${info.height}`}
          />
        )}
      </List>
    </Card>
  );
}

export function SettingsCard({ servicePhone }: { servicePhone: string }) {
  const { texts: t, language, choose } = useLanguage();
  const [appearance, setAppearance] = useState(theme);
  return (
    <Card>
      <List>
        {servicePhone && (
          <ListAction>
            <a href={`tel:${servicePhone.replace(/[^\d+]/g, '')}`}>
              <RowContent icon="phone" title={t.account.servicePhone} value={servicePhone} chevron />
            </a>
          </ListAction>
        )}
        <LanguageRow label={t.account.language} language={language} onChoose={(chosen) => void choose(chosen)} />
        <Choice
          icon="contrast"
          label={t.account.appearance}
          options={themes.map((name) => ({ value: name, label: t.account.themes[name] }))}
          value={appearance}
          onChange={(chosen) => {
            storeTheme(chosen);
            setAppearance(chosen);
          }}
        />
      </List>
    </Card>
  );
}

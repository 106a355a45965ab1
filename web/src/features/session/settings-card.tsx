import { languages } from '@recline/contract/languages';
import { useState } from 'react';
import { config } from '../../platform/config.ts';
import { useLanguage } from '../../platform/text.tsx';
import { storeTheme, theme, themes } from '../../platform/theme.ts';
import { Card } from '../../ui/card.tsx';
import { Choice } from '../../ui/choice.tsx';
import { List, ListAction, ListRow, RowContent } from '../../ui/list.tsx';

export function SettingsCard({ servicePhone }: { servicePhone: string }) {
  const { texts: t, language, choose } = useLanguage();
  const [appearance, setAppearance] = useState(theme);
  const phone = servicePhone || config.servicePhone;
  return (
    <Card>
      <List>
        {phone && (
          <ListAction>
            <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
              <RowContent icon="phone" title={t.account.servicePhone} value={phone} chevron />
            </a>
          </ListAction>
        )}
        <Choice
          icon="globe"
          label={t.account.language}
          options={languages.map((name) => ({ value: name, label: t.common.languageNames[name] }))}
          value={language}
          onChange={(chosen) => void choose(chosen)}
        />
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
        <ListRow icon="info" title={t.account.version} value={config.version} />
      </List>
    </Card>
  );
}

import { toast } from '../../../platform/toast.ts';
import { LanguageMenu } from '../../../ui/language-menu.tsx';
import { useLanguage } from '../../texts/chair-page.ts';

/** Changes the language of the page in place, keeping the choice. */
export function LanguageSelect() {
  const { texts: t, language, choose } = useLanguage();
  return (
    <LanguageMenu
      label={t.chairPage.language}
      language={language}
      onChoose={(chosen) => void choose(chosen).catch(() => toast(t.common.network))}
    />
  );
}

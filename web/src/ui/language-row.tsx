import choiceStyles from './choice.module.css';
import { Icon } from './icon.tsx';
import { LanguageMenu, type LanguageMenuProps } from './language-menu.tsx';

/** A list row with the menu of languages: looks like a `Choice`, and changes nothing before a language is chosen. */
export const LanguageRow = (props: Omit<LanguageMenuProps, 'kind'>) => (
  <li className={choiceStyles.choice}>
    <Icon name="globe" />
    <div className={choiceStyles.rest}>
      <span aria-hidden="true">{props.label}</span>
      <LanguageMenu {...props} kind="row" />
    </div>
  </li>
);

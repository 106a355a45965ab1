/**
 * Runs in the page. Lists every property of an element for which rules of two style modules have the same weight but
 * different values: which of them wins depends on the order in which their files were loaded.
 */
export function stylesDecidedByOrder(): string[] {
  interface Rule {
    selector: string;
    /** The hash of its module, from its class names; empty for the global styles, which always come first. */
    module: string;
    weight: number;
    style: CSSStyleDeclaration;
  }

  const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const weightOf = (selector: string) =>
    10_000 * count(selector, /#[\w-]+/g) +
    100 * count(selector, /\.[\w-]+|\[[^\]]*\]|(?<!:):(?!:|not\b)[\w-]+/g) +
    count(selector, /(?:^|[\s>+~(])[a-z][\w-]*|::[\w-]+/g);

  function rulesIn(list: CSSRuleList): Rule[] {
    return [...list].flatMap((rule) => {
      if (rule instanceof CSSStyleRule)
        return rule.selectorText.split(',').map((text) => {
          const selector = text.trim();
          const module = /_([\w-]{5})_\d+(?![\w-])/.exec(selector)?.[1] ?? '';
          return { selector, module, weight: weightOf(selector), style: rule.style };
        });
      if (rule instanceof CSSMediaRule) return matchMedia(rule.conditionText).matches ? rulesIn(rule.cssRules) : [];
      return rule instanceof CSSSupportsRule ? rulesIn(rule.cssRules) : [];
    });
  }

  function conflictsOf(element: Element, rules: readonly Rule[]): string[] {
    const matching = rules.filter(({ selector }) => !selector.includes('::') && element.matches(selector));
    const properties = new Set(matching.flatMap(({ style }) => [...style]));
    return [...properties].flatMap((property) => {
      const setting = matching.filter(({ style }) => style.getPropertyValue(property) !== '');
      const heaviest = Math.max(...setting.map(({ weight }) => weight));
      const deciding = setting.filter(({ module, weight }) => module !== '' && weight === heaviest);
      const values = new Map(deciding.map(({ module, style }) => [module, style.getPropertyValue(property)]));
      if (new Set(values.values()).size < 2) return [];
      return [`${property}: ${deciding.map(({ selector }) => selector).join(' or ')}`];
    });
  }

  const rules = [...document.styleSheets].flatMap((sheet) => rulesIn(sheet.cssRules));
  return [...new Set([...document.querySelectorAll('*')].flatMap((element) => conflictsOf(element, rules)))];
}

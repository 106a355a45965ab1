import type { IForbiddenRuleType } from 'dependency-cruiser';

/** The layers, as forbidden imports. Test files and `server/src/testing` may import the inner files of what they test. */

const composition = '^server/src/[^/]+\\.ts$';
const testing = '^server/src/testing/';
const insideFeature = (side: string) => `^${side}/src/features/([^/]+)/`;
const innerFile = (side: string) => `^${side}/src/features/[^/]+/(?!index\\.tsx?$)`;

const never = (name: string, from: string, to: string): IForbiddenRuleType => ({
  name,
  severity: 'error',
  from: { path: from, pathNot: testing },
  to: { path: to },
});

const featureRules = (side: string): IForbiddenRuleType[] => [
  {
    name: `${side}: a feature imports another through its index.ts`,
    severity: 'error',
    from: { path: insideFeature(side) },
    to: { path: innerFile(side), pathNot: `^${side}/src/features/$1/` },
  },
  {
    name: `${side}: features form no cycle`,
    severity: 'error',
    scope: 'folder',
    from: { path: `^${side}/src/features/[^/]+$` },
    to: { path: `^${side}/src/features/[^/]+$`, circular: true },
  },
];

export const rules: IForbiddenRuleType[] = [
  never('the contract knows nobody', '^contract/', '^(server|web|simulator|provider-simulator)/'),
  never('the web app knows only the contract', '^web/', '^(server|simulator|provider-simulator)/'),
  never('the simulator knows only the contract', '^simulator/', '^(server|web|provider-simulator)/'),
  never('the provider simulator knows only the contract', '^provider-simulator/', '^(server|web|simulator)/'),
  never('server: no web app, no simulator', '^server/', '^(web|simulator|provider-simulator)/'),
  never('server: nothing but tests imports testing', '^server/', '^server/src/(?:testing|attacks)/'),
  never('server: locales know nobody', '^server/src/locales/', '^server/src/(?!locales/)'),
  never('server: platform knows no feature', '^server/src/platform/', '^server/src/(?!platform/|locales/)'),
  never(
    'server: features are below gateway, cli and demo',
    '^server/src/features/',
    `^server/src/(?:gateway|cli|demo)/|${composition}`,
  ),
  never('server: composition is on top', '^server/src/(?:gateway|cli|demo)/', composition),
  {
    ...never('server: a feature is imported through its index.ts', '^server/src/', innerFile('server')),
    from: { path: '^server/src/', pathNot: [insideFeature('server'), testing] },
  },
  never('web: platform and ui know no feature', '^web/src/(?:platform|ui)/', '^web/src/(?:features|app)/'),
  never('web: features are below app', '^web/src/features/', '^web/src/app/'),
  ...featureRules('server'),
  ...featureRules('web'),
];

import type { IForbiddenRuleType } from 'dependency-cruiser';

/**
 * The layers, as forbidden imports. Test files and `server/src/testing` may import the inner files of the code that
 * they test.
 */

const composition = '^server/src/[^/]+\\.ts$';
const testing = '^server/src/testing/';
/** `root` contains the features of one program: the server, or one web app. */
const insideFeature = (root: string) => `^${root}/features/([^/]+)/`;
const innerFile = (root: string) => `^${root}/features/[^/]+/(?!index\\.tsx?$)`;

const never = (name: string, from: string, to: string): IForbiddenRuleType => ({
  name,
  severity: 'error',
  from: { path: from, pathNot: testing },
  to: { path: to },
});

const featureRules = (name: string, root: string): IForbiddenRuleType[] => [
  {
    name: `${name}: a feature imports another through its index.ts`,
    severity: 'error',
    from: { path: insideFeature(root) },
    to: { path: innerFile(root), pathNot: `^${root}/features/$1/` },
  },
  {
    name: `${name}: features form no cycle`,
    severity: 'error',
    scope: 'folder',
    from: { path: `^${root}/features/[^/]+$` },
    to: { path: `^${root}/features/[^/]+$`, circular: true },
  },
];

/** Which rooms of a feature a room may use, besides itself and the files beside the rooms. */
const rooms: Record<string, Record<string, readonly string[]>> = {
  orders: {
    placing: ['lifecycle'],
    receipts: ['list'],
    list: ['lifecycle'],
    chair: ['lifecycle'],
    lifecycle: ['chair'],
  },
  payments: {
    attempts: ['providers', 'refunds', 'bills'],
    notices: ['attempts', 'providers'],
    refunds: ['attempts', 'providers'],
    bills: ['attempts', 'providers'],
    providers: [],
  },
};

const roomRules = Object.entries(rooms).flatMap(([feature, uses]) =>
  Object.entries(uses).map(([room, allowed]): IForbiddenRuleType => {
    const folder = `^server/src/features/${feature}`;
    return {
      name: `server: ${feature}/${room} uses ${allowed.join(', ')} only`,
      severity: 'error',
      from: { path: `${folder}/${room}/` },
      to: { path: `${folder}/[^/]+/`, pathNot: `${folder}/(?:${[room, ...allowed].join('|')})/` },
    };
  }),
);

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
    ...never('server: a feature is imported through its index.ts', '^server/src/', innerFile('server/src')),
    from: { path: '^server/src/', pathNot: [insideFeature('server/src'), testing] },
  },
  never('web: platform knows nobody', '^web/src/platform/', '^web/src/(?!platform/)'),
  never('web: ui knows platform only', '^web/src/ui/', '^web/src/(?!ui/|platform/)'),
  never('web: an app knows no other', '^web/src/mobile/', '^web/src/(?!mobile/|ui/|platform/)'),
  never(
    'web: shell, data and texts know no feature',
    '^web/src/mobile/(?:shell|data|texts)/',
    '^web/src/mobile/(?:app|features)/',
  ),
  never('web: features are below app', '^web/src/mobile/features/', '^web/src/mobile/app/'),
  ...['web/src', 'server/src', 'contract/src', 'simulator/src', 'provider-simulator/src', 'bench', 'faults'].map(
    (folder): IForbiddenRuleType => ({
      name: `${folder}: files form no cycle`,
      severity: 'error',
      from: { path: `^${folder}/` },
      to: { path: `^${folder}/`, circular: true },
    }),
  ),
  ...featureRules('server', 'server/src'),
  ...featureRules('web', 'web/src/mobile'),
  ...roomRules,
];

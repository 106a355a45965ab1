import { cruise, type ICruiseResult, type IModule } from 'dependency-cruiser';

/** A page of the mobile app, or a group of its screens, and the texts loaded for it. */
export interface Document {
  name: string;
  entries: string[];
  /** Modules of `web/src/mobile/texts`, and of `ui`, that list the loaded texts. */
  texts: string[];
  /** Pages that take over from this one and load their own texts. */
  leadsTo: string[];
}

const app = 'web/src/mobile/app';
const home = 'web/src/mobile/features/revenue/home-screen.tsx';
const hooks = { login: 'login', chairPage: 'chair-page', findChair: 'find-chair', core: 'core', app: 'app' };
const textsOf = (...names: (keyof typeof hooks)[]) => names.map((name) => `web/src/mobile/texts/${hooks[name]}.ts`);

export const documents: Document[] = [
  { name: 'login', entries: [`${app}/login.tsx`], texts: textsOf('login'), leadsTo: [`${app}/start.tsx`, home] },
  {
    name: "a chair's page",
    entries: [`${app}/chair-page.tsx`],
    texts: textsOf('login', 'chairPage', 'findChair'),
    leadsTo: [`${app}/start.tsx`],
  },
  // It loads only the other screens on demand, and they wait for all texts.
  { name: 'home', entries: [`${app}/start.tsx`, home], texts: textsOf('login', 'core'), leadsTo: ['on demand'] },
];

const textModule = /^web\/src\/(?:mobile\/texts\/[^/]+|ui\/screen-texts)\.ts$/;

/**
 * The files that a document may run although they use texts that it does not load: `chair-page: ui/states.tsx →
 * core.ts`.
 */
export async function findMissingTexts(from: readonly Document[], baseDir: string): Promise<string[]> {
  const { output } = await cruise(['web/src'], { baseDir, parser: 'swc', doNotFollow: { path: 'node_modules' } });
  const modules = new Map((output as ICruiseResult).modules.map((module) => [module.source, module]));
  return from.flatMap((document) => missingIn(document, modules));
}

function missingIn({ name, entries, texts, leadsTo }: Document, modules: ReadonlyMap<string, IModule>): string[] {
  const found: string[] = [];
  const queue = [...entries];
  const seen = new Set(queue);
  for (const source of queue) {
    const module = modules.get(source);
    if (!module) throw new Error(`${name}: ${source} does not exist`);
    for (const { resolved, dynamic } of module.dependencies) {
      if (textModule.test(resolved) && !texts.includes(resolved)) found.push(`${name}: ${source} → ${resolved}`);
      const left = leadsTo.includes(resolved) || (dynamic && leadsTo.includes('on demand'));
      if (left || seen.has(resolved) || !modules.has(resolved)) continue;
      seen.add(resolved);
      queue.push(resolved);
    }
  }
  return found;
}

import type { ChairCard, ChairPageState } from '@recline/contract/chair-page';
import { isDeviceNumber, normalDeviceNumber } from '@recline/contract/device-number';
import { defaultLanguage, type Language, languages } from '@recline/contract/languages';
import type { Operator } from '@recline/contract/operator';
import { AppError } from '../../platform/error.ts';
import type { FindCaller } from '../../platform/http/caller.ts';
import type { Visit } from '../../platform/http/rendered-page.ts';
import type { Log } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { within } from '../../platform/schedule.ts';
import { orderLabelsIn, type PayTypeLabel } from '../dictionary/index.ts';
import { reasonIn, renewKey, repeatedPage } from '../pay-form/index.ts';
import { clearSession, endUserOf, readSession } from '../session/index.ts';
import { browserVersion } from './browser-version.ts';
import type { OnOpened } from './chair-page.routes.ts';
import type { ChairPage } from './chair-page.service.ts';

interface ChairPageStateDeps {
  /** Undefined where the chairs are another server's: then the page fetches the card from there. */
  card: ChairPage | undefined;
  providers: readonly PayTypeLabel[];
  /** After this long without the database, the page is sent without the card and fetches it. */
  cardWithinMs: number;
  log: Log;
  metrics: Metrics;
  onOpened?: OnOpened;
  findCaller: FindCaller;
  /** Whether an order of the account awaits its payment. */
  hasUnpaid(accountId: number): Promise<boolean>;
  /** The version of the agreements. */
  agreements: string;
  /** Undefined where the operator gave no name. */
  operator: Operator | undefined;
}

/** The data that a chair's page is rendered from, the same for everybody who scans the chair. */
export function chairPageState(deps: ChairPageStateDeps) {
  const { card, providers, cardWithinMs, log, metrics, onOpened, findCaller, hasUnpaid, agreements, operator } = deps;
  const labels = Object.fromEntries(languages.map((language) => [language, labelsIn(language, providers)]));

  /** The card, null if the page has to fetch it, or `unknown` if the chair does not exist. */
  async function find(asked: unknown, userAgent: string): Promise<ChairCard | null | 'unknown'> {
    const deviceId = typeof asked === 'string' ? normalDeviceNumber(asked) : '';
    if (card === undefined || deviceId === '') return null;
    if (!isDeviceNumber(deviceId)) return 'unknown';
    onOpened?.(deviceId, userAgent);
    try {
      return await within(cardWithinMs, card(deviceId, null, userAgent));
    } catch (error) {
      if (error instanceof AppError && error.problem === 'unknownDevice') return 'unknown';
      metrics.chairPagesWithoutCard.inc();
      log.warn({ err: error, deviceId }, 'the page of a chair was sent without its card');
      return null;
    }
  }

  /** A page shown again says why. Only then does the caller matter; an ended session is ignored. */
  async function again({ request, reply, query }: Visit, language: Language) {
    if (reasonIn(query) === undefined) return repeatedPage(query, language, undefined);
    const endUser = await endUserOf(request, findCaller);
    if (!endUser && readSession(request) !== undefined) clearSession(request, reply);
    if (!endUser) return repeatedPage(query, language, undefined);
    const isUnpaid = await hasUnpaid(endUser.accountId);
    return repeatedPage(query, language, { name: endUser.name, isUnpaid });
  }

  return async (visit: Visit): Promise<ChairPageState> => {
    const { request, reply, query, wanted } = visit;
    const userAgent = request.headers['user-agent'] ?? '';
    metrics.chairPageBrowsers.inc({ ...browserVersion(userAgent) });
    const found = await find(query.deviceId, userAgent);
    const unknown = found === 'unknown';
    const language = wanted ?? (unknown ? null : found?.language) ?? defaultLanguage;
    const page = { language, labels: labels[language] ?? noLabels, card: unknown ? null : found, unknown };
    const state = { ...page, ...(operator && { operator }) };
    if (card === undefined || typeof query.deviceId !== 'string') return { ...state, agreements: null };
    renewKey(request, reply);
    return { ...state, agreements, ...(await again(visit, language)) };
  };
}

const noLabels = { gear: {}, payType: {} };

function labelsIn(language: Language, providers: readonly PayTypeLabel[]): ChairPageState['labels'] {
  const { gear, payType } = orderLabelsIn(providers)(language);
  const table = (rows: typeof gear) => Object.fromEntries(rows.map(({ value, label }) => [value, label]));
  return { gear: table(gear), payType: table(payType) };
}

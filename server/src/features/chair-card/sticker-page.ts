import type { Card, StickerState } from '@recline/contract/chair-card';
import { isDeviceNumber } from '@recline/contract/device-number';
import { type Language, languages } from '@recline/contract/languages';
import { AppError } from '../../platform/error.ts';
import type { Log } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { within } from '../../platform/schedule.ts';
import { dictionaryIn, type PayTypeLabel } from '../dictionary/index.ts';
import type { ChairCard } from './chair-card.service.ts';

interface StickerDeps {
  /** Undefined where the chairs are another server's: then the page fetches the card from there. */
  card: ChairCard | undefined;
  providers: readonly PayTypeLabel[];
  /** After this long without the database, the page is sent without the card and fetches it. */
  cardWithinMs: number;
  log: Log;
  metrics: Metrics;
}

/** What the page of a chair is rendered from. It is the same for everybody who scans the chair. */
export function stickerState({ card, providers, cardWithinMs, log, metrics }: StickerDeps) {
  const labels = Object.fromEntries(languages.map((language) => [language, labelsIn(language, providers)]));

  /** The card, null where the page has to fetch it, or `unknown` where there is no such chair. */
  async function find(deviceId: unknown, userAgent: string): Promise<Card | null | 'unknown'> {
    if (card === undefined || typeof deviceId !== 'string') return null;
    if (!isDeviceNumber(deviceId)) return 'unknown';
    try {
      return await within(cardWithinMs, card(deviceId, null, userAgent));
    } catch (error) {
      if (error instanceof AppError && error.problem === 'unknownDevice') return 'unknown';
      metrics.stickersWithoutCard.inc();
      log.warn({ err: error, deviceId }, 'the page of a chair was sent without its card');
      return null;
    }
  }

  return async (query: Record<string, unknown>, language: Language, userAgent: string): Promise<StickerState> => {
    const found = await find(query.deviceId, userAgent);
    const unknown = found === 'unknown';
    return { language, labels: labels[language] ?? noLabels, card: unknown ? null : found, unknown };
  };
}

const noLabels = { gear: {}, payType: {} };

function labelsIn(language: Language, providers: readonly PayTypeLabel[]): StickerState['labels'] {
  const { gear, payType } = dictionaryIn(language, providers);
  const table = (rows: typeof gear) => Object.fromEntries(rows.map(({ value, label }) => [value, label]));
  return { gear: table(gear), payType: table(payType) };
}

import { localValue } from '../../../platform/storage.ts';

/** The manager's last choices: the period to compare with, the order of the ranking, the kind of order chart. */
export const chosenBaseline = localValue('baseline');
export const chosenRanking = localValue('ranking');
export const chosenOrderChart = localValue('orderChart');

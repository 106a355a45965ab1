import { makeQueryStorage } from '../../platform/query-storage.ts';
import { queryClient } from './query-client.ts';

export const queryStorage = makeQueryStorage(queryClient);

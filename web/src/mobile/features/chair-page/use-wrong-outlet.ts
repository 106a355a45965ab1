import type { ChairCard } from '@recline/contract/chair-page';
import { errors } from '@recline/contract/errors';
import { useEffect, useState } from 'react';
import { ApiError } from '../../../platform/api-error.ts';
import { api } from '../../data/api.ts';
import { storedToken } from '../../data/token.ts';
import { lastRole, withoutNumber } from '../session/index.ts';

/** Whether the account was registered by a person; one created by paying here is bound to no outlet. */
const isMember = () => storedToken.get() !== null && lastRole.get() !== 'manager' && withoutNumber.get() === null;

const nameIn = (data: unknown): string =>
  typeof data === 'object' && data !== null && 'name' in data && typeof data.name === 'string' ? data.name : '';

/** The name of a member of another outlet, from the server, known before anything is paid. */
export function useWrongOutlet({ deviceId }: ChairCard): string | null {
  const [name, setName] = useState<string | null>(null);
  useEffect(() => {
    if (!isMember()) return;
    api.starting.deviceStatus({ deviceId }, { quiet: true }).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === errors.wrongOutlet.code) setName(nameIn(error.data));
    });
  }, [deviceId]);
  return name;
}

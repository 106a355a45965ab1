import type { devices } from '@recline/contract/devices';
import type { HandlersOf } from '../../platform/http/calls.ts';
import type { Devices } from './devices.service.ts';

export const deviceHandlers = (service: Devices): HandlersOf<typeof devices> => ({
  list: (input, { caller }) => service.list(caller, input),
  outages: (input, { caller }) => service.outages(caller, input.deviceIds),
  label: (input) => service.label(input.deviceId),
});

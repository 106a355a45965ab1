import { type DeadLetter, listDeadLetters, replayDeadLetter } from '../features/orders/index.ts';
import { command, required } from './command.ts';
import * as fields from './fields.ts';
import { listed, said } from './output.ts';

const list = command({
  name: 'event list',
  summary: "Lists the chairs' messages whose handling failed",
  examples: ['event list', 'event list --json'],
  async run({ pool }) {
    const columns = {
      ID: (row: DeadLetter) => row.id,
      CHAIR: (row: DeadLetter) => row.device_id,
      KIND: (row: DeadLetter) => row.kind,
      RECEIVED: (row: DeadLetter) => row.received_at,
      ERROR: (row: DeadLetter) => row.error.split('\n', 1)[0] ?? '',
    };
    return listed(await listDeadLetters(pool), columns, 'No message of a chair has failed.');
  },
});

const replay = command({
  name: 'event replay',
  summary: "Handles a chair's message again, once the cause of the failure is removed",
  notes: 'An event takes effect once, however often it is replayed.',
  arguments: { message: required('ID', 'The message, as `event list` shows it', fields.id) },
  examples: ['event replay 7'],
  async run(context, { message: id }) {
    const letter = await replayDeadLetter({ ...context, faultRefund: context.env.FAULT_REFUND }, id);
    return said(`Message ${id} of chair ${letter.device_id} is handled.`, { id, deviceId: letter.device_id });
  },
});

export const eventCommands = [list, replay];

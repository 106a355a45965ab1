import { command, optional } from './command.ts';
import { checkCallers, checkPublicAddress, checkServer } from './doctor/addresses.ts';
import { checkBroker } from './doctor/broker.ts';
import { checkDatabase } from './doctor/database.ts';
import { type Checks, type DoctorContext, type Finding, look, wrong } from './doctor/finding.ts';
import { checkMachine } from './doctor/machine.ts';
import { checkPayments, checkSms } from './doctor/providers.ts';
import * as fields from './fields.ts';
import { plural, show, table } from './output.ts';

const groups: Record<string, Checks> = {
  database: checkDatabase,
  server: checkServer,
  'public address': checkPublicAddress,
  callers: checkCallers,
  broker: checkBroker,
  machine: checkMachine,
  payments: checkPayments,
  sms: checkSms,
};

/** The findings of all groups, in their order. */
async function examine(context: DoctorContext): Promise<Finding[]> {
  const found = await Promise.all(
    Object.entries(groups).map(([name, check]) => check(context).catch((error: Error) => [uncheckable(name, error)])),
  );
  return found.flat();
}

const undefinedTable = '42P01';

function uncheckable(check: string, error: Error & { code?: string }): Finding {
  const todo = 'Mend what is above, and run it again.';
  if (error.code === undefinedTable) return look(check, 'not checked: the database lacks tables', todo);
  return wrong(check, `could not be checked: ${error.message}`, todo);
}

function describe(findings: Finding[]): string {
  const lines = table(findings.map(({ state, check, says }) => [state.toUpperCase(), check, show(says)])).split('\n');
  const body = lines.map((line, index) => {
    const todo = findings[index]?.todo;
    return todo === undefined ? line : `${line}\n       → ${todo}`;
  });
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length;
  const sum = `${plural(count('wrong'), 'thing')} wrong, ${count('look')} to look at, ${count('ok')} in order.`;
  return `${body.join('\n')}\n\n${sum}`;
}

const doctor = command({
  name: 'doctor',
  summary: 'Checks the installation from inside and outside, and says what to do; exits with 1 if something is wrong',
  notes: 'Give it the settings of the server. It changes nothing; --sms sends one message.',
  schema: 'unknown',
  options: { sms: optional('MOBILE', 'Send a code to this number, to try the provider of SMS', fields.mobile) },
  examples: ['doctor', 'doctor --sms 13800000001 --json'],
  async run(context, { sms }) {
    const findings = await examine({ ...context, sms });
    const isWrong = findings.some(({ state }) => state === 'wrong');
    return { json: { wrong: isWrong, findings }, text: describe(findings), ending: isWrong ? 'failed' : 'done' };
  },
});

export const doctorCommands = [doctor];

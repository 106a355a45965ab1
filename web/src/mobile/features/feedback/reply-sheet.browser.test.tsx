import { limits } from '@recline/contract/limits';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { replies as id } from '../../../../locales/id_ID/reply-templates.ts';
import { feedback as zh } from '../../../../locales/zh_CN/feedback.ts';
import { feedbackKey } from '../../data/orders.keys.ts';
import { answerCalls, mount, until } from '../../testing/mount.tsx';
import type { FeedbackRow } from './feedback.queries.ts';
import { ReplySheet } from './reply-sheet.tsx';

beforeEach(() => localStorage.setItem('Access-Token', 'of-a-manager'));

const feedback = { feedbackId: '5', status: 'open', reply: null, language: 'id_ID', order: null } as FeedbackRow;

async function openSheet(about: Partial<FeedbackRow> = {}) {
  const sent: object[] = [];
  answerCalls((_path, form) => {
    sent.push(Object.fromEntries(form));
    return { code: 200 };
  });
  const onClose = vi.fn(async () => {});
  const { client } = await mount(() => <ReplySheet feedback={{ ...feedback, ...about }} open onClose={onClose} />);
  const text = page.getByRole('textbox');
  const send = () => page.getByRole('button', { name: zh.sendReply }).click();
  return { sent, onClose, client, text, send };
}

test('a reply is sent without surrounding spaces, with the status that was chosen, and the list is fetched again', async () => {
  const { sent, onClose, client, text, send } = await openSheet();
  client.setQueryData([feedbackKey, 'list'], 1);
  await text.fill('  Thank you \n');
  await page.getByText(zh.statuses.done, { exact: true }).click();
  await send();
  await until(() => onClose.mock.calls.length > 0);
  expect(sent).toEqual([{ feedbackId: '5', reply: 'Thank you', status: 'done' }]);
  await until(() => client.getQueryState([feedbackKey, 'list'])?.isInvalidated === true);
});

test.each(['', ' \n ', 'x'.repeat(limits.replyChars + 1)])('an empty or too long reply is not sent', async (typed) => {
  const { sent, text, send } = await openSheet();
  await text.fill(typed);
  await send();
  await until(() => text.element().getAttribute('aria-invalid') === 'true');
  expect(sent).toEqual([]);
});

test('a reply sent before can be edited, with its status', async () => {
  const { sent, onClose, text, send } = await openSheet({ reply: 'Sorry', status: 'done' });
  expect((text.element() as HTMLTextAreaElement).value).toBe('Sorry');
  await send();
  await until(() => onClose.mock.calls.length > 0);
  expect(sent).toEqual([{ feedbackId: '5', reply: 'Sorry', status: 'done' }]);
});

test("a prepared reply is in the guest's language", async () => {
  const { text } = await openSheet();
  await page.getByRole('button', { name: zh.templateNames.thanks }).click();
  expect((text.element() as HTMLTextAreaElement).value).toBe(id.templates.thanks);
});

import { describe, expect, test } from 'vitest';
import { answerCalls, mountHook, until } from '../../testing/mount.tsx';
import { makeDrafts } from './drafts.ts';
import type { OpenDraft } from './use-draft.ts';
import { useDraft } from './use-draft.ts';

const openSession = async () => {};
const waiting: Upload = {
  id: 'one',
  file: new File(['a film'], 'film.mp4', { type: 'video/mp4' }),
  prepared: true,
  state: { kind: 'waiting' },
};
type Upload = ReturnType<OpenDraft['uploader']['uploads']>[number];

/** The form of feedback about an order, opened by an account. */
async function openForm(accountId: string, about: string) {
  const form = await mountHook(() => ({ draft: useDraft(accountId, about, openSession) }));
  await until(() => form.now().draft !== null);
  return { ...form, draft: form.now().draft as OpenDraft };
}

describe('the draft of feedback', () => {
  test('is restored when the form is reopened, for that account and that order only', async () => {
    answerCalls(() => new Promise(() => {})); // the upload never ends
    const first = await openForm('mei', 'order-1');
    first.draft.saveText({ problem: '1', description: 'It squeaks' });
    first.draft.uploader.add([waiting]);
    // It is stored in the background.
    const stored = () => makeDrafts('mei', 'order-1').load();
    await until(async () => {
      const draft = await stored();
      return draft?.files.length === 1 && draft.text.description !== '';
    });
    first.unmount();
    const again = await openForm('mei', 'order-1');
    expect(again.draft.text).toMatchObject({ problem: '1', description: 'It squeaks' });
    const [kept] = again.draft.uploader.uploads();
    expect(kept).toMatchObject({ id: 'one', prepared: true });
    expect(await kept?.file.text()).toBe('a film');
    for (const [account, about] of [
      ['lin', 'order-1'],
      ['mei', 'order-2'],
    ] as const) {
      const other = await openForm(account, about);
      expect(other.draft.text).toMatchObject({ description: '' });
      expect(other.draft.uploader.uploads()).toEqual([]);
    }
  });

  test('sends with the session of its form', async () => {
    expect((await openForm('mei', 'order-4')).draft.openSession).toBe(openSession);
  });

  test('is deleted once it was sent', async () => {
    const form = await openForm('mei', 'order-3');
    form.draft.saveText({ problem: '1', description: 'Sent' });
    await form.draft.clear();
    form.unmount();
    expect((await openForm('mei', 'order-3')).draft.text.description).toBe('');
  });
});

import { errors } from '@recline/contract/errors';
import { pages } from '@recline/contract/pages';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { feedback as zh } from '../../../../locales/zh_CN/feedback.ts';
import { ordersKey } from '../../data/orders.keys.ts';
import { storedToken } from '../../data/token.ts';
import { answerCalls, inRouter, mountHook, until } from '../../testing/mount.tsx';
import { UploadError } from './upload-error.ts';
import { makeUploader } from './uploader.ts';
import { useSubmit } from './use-submit.ts';

beforeEach(() => {
  localStorage.clear();
  storedToken.set('of-a-guest');
});

type Answer = Parameters<typeof answerCalls>[0];

const text = { problem: 'noise', description: '  It squeaks ' };
const subject = { orderId: '7' };
const insert = '/order-feedback/insert';
const film = () => ({ id: 'film', file: new File(['a'], 'film.mp4', { type: 'video/mp4' }), prepared: true });

/** The form of feedback on order 7. Each upload ends when the test says so. */
async function openForm(answer: Answer = () => ({ code: 200, data: { feedbackId: '5' } })) {
  const uploads: PromiseWithResolvers<string>[] = [];
  const uploader = makeUploader({
    prepare: async (file) => file,
    post: () => {
      const upload = Promise.withResolvers<string>();
      uploads.push(upload);
      return upload.promise;
    },
    persist: () => {},
    discard: () => {},
  });
  const draft = {
    text,
    uploader,
    openSession: vi.fn(async () => {}),
    saveText: () => {},
    clear: vi.fn(async () => {}),
    clearUploadUrls: vi.fn(async () => {}),
  };
  const asked = answerCalls(answer);
  const { history, wrap } = await inRouter();
  const form = await mountHook(() => useSubmit(subject, draft, text), { texts: 'all', wrap });
  const shown = () => (history.location.pathname === pages.result ? history.location.search : null);
  const sent = () => asked.filter((call) => call.endsWith(insert)).length;
  return { form, draft, uploader, uploads, asked, sent, shown, history };
}

describe('feedback', () => {
  test('is sent once however often it is submitted, and then leads to its result', async () => {
    const { promise, resolve } = Promise.withResolvers<{ code: number }>();
    const { form, draft, sent, shown, history } = await openForm((path) =>
      path.endsWith(insert) ? promise : { code: 200 },
    );
    form.client.setQueryData([ordersKey, 'list'], 1);
    const { submit } = form.now();
    submit();
    await until(() => sent() === 1);
    submit(); // a tap that waited while the phone was busy
    await until(() => form.now().stage === 'sending');
    resolve({ code: 200 });
    await until(() => shown() !== null);
    expect(sent()).toBe(1);
    expect(shown()).toBe('?result=success&orderId=%227%22');
    expect(draft.clear).toHaveBeenCalled();
    await until(() => form.client.getQueryState([ordersKey, 'list'])?.isInvalidated === true);
    history.back();
    await until(() => history.location.pathname === '/before');
  });

  test('waits for its files, and has their addresses and the name of the browser', async () => {
    const bodies: object[] = [];
    const { form, uploader, uploads, sent, shown } = await openForm((_path, body) => {
      bodies.push(JSON.parse([...body.keys()].join('')) as object);
      return { code: 200 };
    });
    uploader.add([{ ...film(), state: { kind: 'waiting' } }]);
    form.now().submit();
    await until(() => form.now().stage === 'waiting');
    expect(sent()).toBe(0);
    uploads[0]?.resolve('https://files.example/film.mp4');
    await until(() => shown() !== null);
    expect(bodies).toEqual([
      {
        orderId: '7',
        problem: 'noise',
        description: 'It squeaks',
        files: ['https://files.example/film.mp4'],
        client: expect.any(String),
      },
    ]);
  });

  test('with a file that was refused is not sent until the file is uploaded or removed', async () => {
    const { form, uploader, uploads, sent, shown } = await openForm();
    uploader.add([{ ...film(), state: { kind: 'waiting' } }]);
    form.now().submit();
    await until(() => form.now().stage === 'waiting');
    uploads[0]?.reject(new UploadError('refused', 'Too large'));
    await until(() => form.now().stage === 'open' && form.now().problem !== undefined);
    expect(form.now().problem).toBe(`${zh.filesFailed(1)} film.mp4: Too large`);
    uploader.remove('film');
    await until(() => form.now().problem === undefined);
    expect(sent()).toBe(0);
    form.now().submit();
    await until(() => shown() !== null);
    expect(sent()).toBe(1);
  });

  test('that is refused keeps its draft, and the result says why', async () => {
    const { form, draft, shown } = await openForm(() => ({ code: errors.internal.code, message: 'Later' }));
    form.now().submit();
    await until(() => shown() !== null);
    expect(shown()).toBe('?result=failure&message=Later&orderId=%227%22');
    expect(draft.clear).not.toHaveBeenCalled();
    expect(draft.clearUploadUrls).not.toHaveBeenCalled();
  });

  test('whose files have expired uploads them again next time', async () => {
    const { form, draft, shown } = await openForm(() => ({ code: errors.badRequest.code }));
    form.now().submit();
    await until(() => shown() !== null);
    expect(draft.clearUploadUrls).toHaveBeenCalledTimes(1);
    expect(draft.clear).not.toHaveBeenCalled();
  });

  test.each([
    [true, 'success'],
    [false, 'failure'],
  ])('whose answer was lost: the server stored it %s, the result is %s', async (isStored, result) => {
    const { form, draft, shown } = await openForm((path) => {
      if (path.endsWith(insert)) throw new TypeError('Failed to fetch');
      return isStored ? { code: 200, data: { feedbackId: '5' } } : { code: errors.notFound.code };
    });
    form.now().submit();
    await until(() => shown() !== null);
    expect(shown()).toContain(`result=${result}`);
    expect(draft.clear).toHaveBeenCalledTimes(isStored ? 1 : 0);
  });

  test('stays on the form if no session could be opened, and can be sent again', async () => {
    storedToken.remove();
    const { form, draft, sent, shown } = await openForm();
    draft.openSession.mockRejectedValueOnce(new Error('No network'));
    form.now().submit();
    await until(() => draft.openSession.mock.calls.length === 1 && form.now().stage === 'open');
    expect([sent(), shown()]).toEqual([0, null]);
    storedToken.set('of-a-guest');
    form.now().submit();
    await until(() => shown() !== null);
    expect(sent()).toBe(1);
  });
});

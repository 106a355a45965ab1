import { expect, test } from 'vitest';
import { inRouter, mountHook, until } from '../testing/mount.tsx';
import { useSheet } from './use-sheet.ts';

async function openPage() {
  const { history, wrap } = await inRouter('/page?deviceId=A10001');
  const sheets = await mountHook(() => ({ outer: useSheet('outer'), inner: useSheet('inner') }), { wrap });
  return { history, sheets };
}

test('a sheet opens with a subject, and Back closes it', async () => {
  const { history, sheets } = await openPage();
  expect(sheets.now().outer.isOpen).toBe(false);
  sheets.now().outer.open('A10001');
  await until(() => sheets.now().outer.isOpen);
  expect(sheets.now().outer.about).toBe('A10001');
  expect(history.location.search).toBe('?deviceId=A10001');
  history.back();
  await until(() => !sheets.now().outer.isOpen);
  expect(history.location.pathname).toBe('/page');
});

test('a sheet within a sheet closes first', async () => {
  const { sheets } = await openPage();
  sheets.now().outer.open('outer');
  await until(() => sheets.now().outer.isOpen);
  sheets.now().inner.open('inner');
  await until(() => sheets.now().inner.isOpen);
  expect(sheets.now().outer.isOpen).toBe(true);
  await sheets.now().inner.close();
  await until(() => !sheets.now().inner.isOpen);
  expect(sheets.now().outer.isOpen).toBe(true);
});

test('closing twice goes back once', async () => {
  const { history, sheets } = await openPage();
  sheets.now().outer.open();
  await until(() => sheets.now().outer.isOpen);
  const { outer } = sheets.now();
  await Promise.all([outer.close(), outer.close()]);
  await until(() => !sheets.now().outer.isOpen);
  expect(history.location.pathname).toBe('/page');
});

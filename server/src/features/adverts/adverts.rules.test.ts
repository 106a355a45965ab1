import { describe, expect, it } from 'vitest';
import { isOwnAddress, pictureEnding } from './adverts.rules.ts';

describe('the address of a picture', () => {
  const own = ['https://recline.example', 'https://files.oss-cn-hangzhou.aliyuncs.com'];
  it.each([
    ['/adverts/tea.webp', true],
    ['https://recline.example/adverts/tea.webp', true],
    ['https://files.oss-cn-hangzhou.aliyuncs.com/tea.webp', true],
    ['https://cdn.example.com/tea.webp', false],
    ['https://recline.example.evil.com/tea.webp', false],
    ['https://recline.example@evil.com/tea.webp', false],
    ['http://recline.example/tea.webp', false],
    ['https://recline.example:8443/tea.webp', false],
    ['//cdn.example.com/tea.webp', false],
    ['/\\cdn.example.com/tea.webp', false],
    ['data:image/png;base64,AAAA', false],
    ['tea.webp', false],
  ])('%s is our own: %s', (address, expected) => {
    expect(isOwnAddress(address, own)).toBe(expected);
  });
});

it.each([
  ['image/webp', 'webp'],
  ['image/jpeg', 'jpg'],
  ['image/heic', undefined],
  ['video/mp4', undefined],
  ['constructor', undefined],
  [undefined, undefined],
])('a file of type %s is a picture for a page with the ending %s', (type, ending) => {
  expect(pictureEnding(type)).toBe(ending);
});

export { makeWechatWallet } from './authorize.ts';
export { makeWechat } from './wechat.ts';

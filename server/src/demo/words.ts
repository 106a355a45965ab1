import type { Problem } from '@recline/contract/dictionary';
import type { DemoCurrency } from './places.ts';

/** The app name that demo guests send with feedback, by which the demo's managers recognise it. */
export const demoApp = 'Recline demo guest';

/** Feedback, replies and adverts in the language of each currency's country. */
interface Words {
  complaints: readonly [Complaint, ...Complaint[]];
  adverts: readonly { title: string; picture: string }[];
}
export interface Complaint {
  problem: Problem;
  /** How the order ended of which it tells: a reply that speaks of a refund goes with one. */
  about: 'finished' | 'refunded' | 'failed';
  text: string;
  reply: string;
}

const chinese: Words = {
  complaints: [
    {
      problem: 'no_start',
      about: 'failed',
      text: '扫码付款后椅子没有反应，等了一会儿钱退回来了。',
      reply: '抱歉给您添麻烦了，该椅通讯模块已更换，欢迎再来体验。',
    },
    {
      problem: 'stopped_early',
      about: 'refunded',
      text: '买了 20 分钟，大概按到一半就停了。',
      reply: '已核实并退款，师傅当晚已检修电源。',
    },
    {
      problem: 'weak',
      about: 'finished',
      text: '选的深层，感觉力度和轻柔差不多。',
      reply: '气囊已重新校准，谢谢您的反馈。',
    },
    {
      problem: 'noise',
      about: 'finished',
      text: '靠背滚轮响得厉害，旁边的人都在看。',
      reply: '滚轮已上油并更换垫片，现在安静多了。',
    },
    {
      problem: 'dirty',
      about: 'finished',
      text: '扶手上有饮料渍，希望勤打扫。',
      reply: '已请保洁处理，并增加了下午的清洁次数。',
    },
    {
      problem: 'payment',
      about: 'refunded',
      text: '优惠券没有减价，按原价扣的。',
      reply: '已全额退回原支付账户，请查收。',
    },
    {
      problem: 'uncomfortable',
      about: 'finished',
      text: '腿部夹得太紧，个子高的人不太合适。',
      reply: '可在启动后调节腿托长度，我们会贴上提示。',
    },
    {
      problem: 'other',
      about: 'finished',
      text: '按完舒服多了，就是旁边没地方放包。',
      reply: '好建议，这周会装上挂钩。',
    },
  ],
  adverts: [
    { title: '逛累了，坐 20 分钟', picture: 'calm.svg' },
    { title: '周末双人同享', picture: 'pair.svg' },
    { title: '登机前，松一松肩颈', picture: 'travel.svg' },
  ],
};

const english: Words = {
  complaints: [
    {
      problem: 'no_start',
      about: 'failed',
      text: 'I paid but the chair never moved. The money came back after a while.',
      reply: 'Sorry about that. Its radio module has been replaced.',
    },
    {
      problem: 'stopped_early',
      about: 'refunded',
      text: 'It stopped after ten minutes, I had paid for twenty.',
      reply: 'Refunded in full. The power supply was checked the same night.',
    },
    {
      problem: 'weak',
      about: 'finished',
      text: 'Deep felt no different from gentle.',
      reply: 'The air cells are calibrated again. Thank you for telling us.',
    },
    {
      problem: 'noise',
      about: 'finished',
      text: 'The rollers squeak loudly on the way up.',
      reply: 'Greased and fitted with new pads. It is quiet now.',
    },
    {
      problem: 'dirty',
      about: 'finished',
      text: 'Sticky armrest, please clean more often.',
      reply: 'Cleaned, and we added a round in the afternoon.',
    },
    {
      problem: 'payment',
      about: 'refunded',
      text: 'My coupon was taken but I still paid the full price.',
      reply: 'All of it went back to your wallet.',
    },
    {
      problem: 'other',
      about: 'finished',
      text: 'Great before a long flight. A hook for bags would help.',
      reply: 'Good idea, hooks arrive this week.',
    },
  ],
  adverts: [
    { title: 'Tired feet? Sit for 20 minutes', picture: 'calm.svg' },
    { title: 'Better together: weekend pairs', picture: 'pair.svg' },
    { title: 'Loosen up before you board', picture: 'travel.svg' },
  ],
};

export const words: Record<DemoCurrency, Words> = { CNY: chinese, RM: english, PHP: english };

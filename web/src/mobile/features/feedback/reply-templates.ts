import type { Language } from '@recline/contract/languages';

export const templateNames = ['sorry', 'repaired', 'refunded', 'thanks'] as const;
export type TemplateName = (typeof templateNames)[number];

/** Replies in the language of the guest, whatever that of the manager is. */
export const replyTemplates: Record<Language, Record<TemplateName, string>> = {
  zh_CN: {
    sorry: '很抱歉给您带来不便，我们会尽快检查这台设备。',
    repaired: '设备已经修好，欢迎您再来体验。',
    refunded: '款项已退还，请注意查收。很抱歉给您带来不便。',
    thanks: '感谢您的反馈，我们会继续改进。',
  },
  en_US: {
    sorry: 'We are sorry for the trouble. We will check this chair as soon as possible.',
    repaired: 'The chair has been repaired. We would be glad to see you again.',
    refunded: 'Your money has been refunded to your original payment method. We are sorry for the trouble.',
    thanks: 'Thank you for your feedback. We will keep improving.',
  },
  id_ID: {
    sorry: 'Mohon maaf atas ketidaknyamanannya. Kursi ini akan segera kami periksa.',
    repaired: 'Kursi sudah diperbaiki. Kami menantikan kedatangan Anda kembali.',
    refunded: 'Dana Anda sudah dikembalikan. Mohon maaf atas ketidaknyamanannya.',
    thanks: 'Terima kasih atas masukan Anda. Kami akan terus berbenah.',
  },
};

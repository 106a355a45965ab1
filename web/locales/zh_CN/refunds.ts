export const refunds = {
  /** `own`: the reader's own money. */
  going: (amount: string, way: string, _when: string, _own: boolean) => `${amount} 正在原路退回（${way}）`,
  done: (amount: string, way: string, when: string, _own: boolean) =>
    `${amount} 已原路退回（${[way, when].filter(Boolean).join('，')}）`,
  handedOver: (amount: string, when: string) => `${amount} 已当面退还${when && `（${when}）`}`,
  failed: (amount: string, phone: string) =>
    phone ? `${amount} 暂未退款成功，请致电 ${phone}` : `${amount} 暂未退款成功，请联系工作人员`,
  failedForManager: (amount: string, phone: string) => `${amount} 暂未退款成功，请联系运营方${phone && `（${phone}）`}`,
  goingTag: '退款中',
  failedTag: '退款失败',
  owedAfterStop: (amount: string) => `设备回应后，剩余时间对应的款项会原路退回，最多 ${amount}`,
  owedUnanswered: (phone: string) =>
    phone ? `款项没有自动退回。剩余时间的退款请致电 ${phone}` : '款项没有自动退回。剩余时间的退款请联系工作人员',
  owedAtCounter: (amount: string) => `请向工作人员领取剩余时间的退款 ${amount}`,
  giveBack: (amount: string) => `请退还 ${amount}`,
  giveBackText: '设备发生故障。请将剩余时间的款项当面退给使用者。',
  confirmHandedOver: '已当面退还',
  stopAsked: '设备还没有回应停止指令',
  stopUnanswered: (amount: string) => `设备一直没有回应停止指令，款项没有自动退回。剩余时间最多可退 ${amount}。`,
};

export const zones = {
  note: (zone: string) => `日期按您所在的时区（${zone}）计算，部分网点位于其他时区`,
};

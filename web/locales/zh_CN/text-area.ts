export const textArea = {
  left: (count: number) => `还可输入 ${count} 个字`,
  tooLong: (count: number) => `超出 ${count} 个字，请删减`,
};

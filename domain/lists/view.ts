/** What a view of a list may hold, and its words. */
export const viewLimits = { nameCharacters: 20, viewsOfList: 30 } as const;

export const viewText = {
  nameMissing: '请输入视图名称',
  nameTaken: '已有同名视图，请换一个名称',
  tooMany: `每个列表最多保存 ${viewLimits.viewsOfList} 个视图`,
  secret: '筛选条件里有证件号码或手机号码，不能共享',
  notMine: '您没有共享视图的权限',
} as const;

/** A number of a person, of whatever kind: it must not travel to colleagues in the filters of a shared view. */
export function hasPersonalNumber(text: string): boolean {
  return /(?<!\d)1[3-9]\d{9}(?!\d)|(?<!\d)\d{17}[\dXx](?!\d)|(?<![0-9A-Za-z])[0-9A-Za-z]{18}(?![0-9A-Za-z])/.test(
    text,
  );
}

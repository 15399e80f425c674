import type { Option } from '../../model.ts';
import type { FieldKind } from '../kind.ts';
import { radio } from '../radio/radio.ts';

/** The 56 ethnic groups in the order of their codes, 01 to 56 (GB/T 3304). */
const names =
  '汉 蒙古 回 藏 维吾尔 苗 彝 壮 布依 朝鲜 满 侗 瑶 白 土家 哈尼 哈萨克 傣 黎 傈僳 佤 畲 高山 拉祜 水 东乡 纳西 景颇 柯尔克孜 土 达斡尔 仫佬 羌 布朗 撒拉 毛南 仡佬 锡伯 阿昌 普米 塔吉克 怒 乌孜别克 俄罗斯 鄂温克 德昂 保安 裕固 京 塔塔尔 独龙 鄂伦春 赫哲 门巴 珞巴 基诺';

/** The ethnic groups as options, each with its code of two digits. */
export const nations: readonly Option[] = names
  .split(' ')
  .map((name, index) => ({ value: String(index + 1).padStart(2, '0'), label: `${name}族` }));

const codes = new Map(nations.map(({ value, label }) => [label, value]));

/** The ethnic group of a person, as its code; a name, as a card reader or a spreadsheet gives it, is read too. */
export const nation: FieldKind<string> = {
  ...radio,
  component: 'nation',
  takesOptions: false,
  ownOptions: nations,
  normalise(raw) {
    const text = radio.normalise(raw)?.trim();
    return text === undefined ? undefined : (codes.get(text) ?? codes.get(`${text}族`) ?? text);
  },
  validate: (value) => radio.validate(value, { props: {}, options: nations }),
  text: (value) => radio.text(value, { props: {}, options: nations }),
};

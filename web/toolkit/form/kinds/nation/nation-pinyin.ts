import { nations } from '#domain/forms/kinds/nation/nation.ts';

/** The readings of the names in the order of the codes, each without its last character 族. */
const readings =
  'han,meng gu,hui,zang,wei wu er,miao,yi,zhuang,bu yi,chao xian,man,dong,yao,bai,tu jia,ha ni,ha sa ke,dai,li,li su,wa,she,gao shan,la hu,shui,dong xiang,na xi,jing po,ke er ke zi,tu,da wo er,mu lao,qiang,bu lang,sa la,mao nan,ge lao,xi bo,a chang,pu mi,ta ji ke,nu,wu zi bie ke,e luo si,e wen ke,de ang,bao an,yu gu,jing,ta ta er,du long,e lun chun,he zhe,men ba,luo ba,ji nuo';

const readingOf = new Map(
  readings.split(',').map((reading, index) => [nations[index]?.label, `${reading} zu`]),
);

/** Returns the pinyin of the name of an ethnic group. */
export function nationPinyin(label: string): string | undefined {
  return readingOf.get(label);
}

const parts: Readonly<Record<string, string>> = {
  name: '名称',
  code: '编码',
  numbering: '文号字头',
  title: '标题',
  addressee: '主送',
  body: '正文',
  date: '成文日期',
  note: '附注',
  copies: '抄送',
  printer: '印发机关',
  head: '版头',
  headLine: '标题下一行',
  attachments: '附件说明',
  signature: '署名',
  foot: '页脚',
};

/**
 * Returns the label of the document part that a problem is about; undefined if the field is no part of the
 * document.
 */
export function partLabelOf(field: string): string | undefined {
  if (field === 'byHand') return '手工生成';
  const placeIndex = /^places\[(\d+)\]$/.exec(field)?.[1];
  if (placeIndex !== undefined) return `生成按钮 ${Number(placeIndex) + 1}`;
  const block = /^template\.body\[(\d+)\]$/.exec(field)?.[1];
  if (block !== undefined) return `正文第 ${Number(block) + 1} 段`;
  const [, name = ''] = field.replace(/\[\d+\]/, '').split('.');
  return parts[name];
}

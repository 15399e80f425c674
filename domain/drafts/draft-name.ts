/** Number of characters of the first words that stand for a title. */
const titleLength = 20;

interface Draft {
  title: string;
  itemName: string;
  /** The first words of its forms. */
  excerpt: string;
}

/** Returns the title of a draft; without one its item with the first words, or that it has no title. */
export function draftName({ title, itemName, excerpt }: Draft): string {
  // A draft is stored with the name of its item while it has no title.
  if (title !== '' && title !== itemName) return title;
  const letters = [...excerpt];
  const start = letters.slice(0, titleLength).join('');
  return `${itemName}：${start || '未填写标题'}${letters.length > titleLength ? '…' : ''}`;
}

/** Returns the first words of a draft, if its name does not contain all of them. */
export function draftExcerpt(row: Draft): string {
  return draftName(row).includes(row.excerpt) ? '' : row.excerpt;
}

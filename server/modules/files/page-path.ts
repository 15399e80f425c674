/**
 * Which part of the portal a download belongs to, by the page it was asked from: pages of a to-do (`todo/…`, in a path
 * or a hash route) hand out the material attachments (1), or the handling trail (2) where the page says so (S2 §2).
 */
export function placeOfPage(pagePath: string | undefined): { code: 1 | 2; label: string } | undefined {
  const found = /(?:^|[#/])todo\/([^?#]*)/.exec(pagePath ?? '');
  if (!found) return undefined;
  return /(?:^|\/)(?:trail|traces?)(?:\/|$)/.test(found[1] ?? '')
    ? { code: 2, label: '办理轨迹' }
    : { code: 1, label: '材料附件' };
}

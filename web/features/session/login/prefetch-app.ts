let asked = false;

/** Fetches the application's first chunks while the password is typed, and the cipher that the password needs. */
export function prefetchApp(): void {
  if (asked) return;
  asked = true;
  void import('../password-cipher.ts');
  const chunks = document.querySelector<HTMLMetaElement>('meta[name="app-chunks"]')?.content ?? '';
  for (const href of chunks.split(',').filter(Boolean)) {
    const link = document.createElement('link');
    link.href = href;
    link.rel = href.endsWith('.css') ? 'prefetch' : 'modulepreload';
    if (href.endsWith('.css')) link.as = 'style';
    document.head.append(link);
  }
}

import { type FormEvent, useCallback, useEffect, useState } from 'react';
import type { VerifiedDocument } from '#contract/document-verification.ts';
import { isCallError } from '#web/api/call-error.ts';
import { FileComparison } from './FileComparison.tsx';
import verifyStyles from './verify.module.css';
import { fetchDocument, groupCode, pagePath } from './verify-call.ts';

type Result =
  | { kind: 'none' }
  | { kind: 'checking' }
  | { kind: 'found'; document: VerifiedDocument }
  | { kind: 'failed'; text: string };

/**
 * Verifies a document for a person outside the office: its issuer, its validity, and that a file is the
 * registered one. The content of the document is not shown (docs/decisions/0155).
 */
export function VerifyPage({ code }: { code: string }) {
  const [typedCode, setTypedCode] = useState(groupCode(code));
  const [result, setResult] = useState<Result>(code === '' ? { kind: 'none' } : { kind: 'checking' });

  const requestDocument = useCallback(async (typedCode: string) => {
    setResult({ kind: 'checking' });
    try {
      setResult({ kind: 'found', document: await fetchDocument(typedCode) });
    } catch (failure) {
      const text = isCallError(failure) ? failure.message : '暂时无法核验，请检查网络后重试';
      setResult({ kind: 'failed', text });
    }
  }, []);
  useEffect(() => {
    if (code !== '') void requestDocument(code);
  }, [code, requestDocument]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typedCode === '') return setResult({ kind: 'failed', text: '请输入核验码' });
    history.replaceState(null, '', `${pagePath}/${typedCode.replaceAll('-', '')}`);
    void requestDocument(typedCode);
  };

  return (
    <div className={verifyStyles.page}>
      <header className={verifyStyles.head}>
        <img src="/emblem.svg" alt="" />
        <h1>文书核验</h1>
      </header>
      <main className={verifyStyles.card}>
        <form className={verifyStyles.ask} onSubmit={submit}>
          <label htmlFor="code">核验码</label>
          <p id="code-hint">在文书末页二维码旁，共 20 位字母和数字，不分大小写</p>
          <div className={verifyStyles.row}>
            <input
              id="code"
              value={typedCode}
              aria-describedby="code-hint"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={24}
              placeholder="XXXX-XXXX-XXXX-XXXX-XXXX"
              onChange={(event) => setTypedCode(groupCode(event.target.value))}
            />
            <button type="submit" disabled={result.kind === 'checking'}>
              {result.kind === 'checking' ? '正在核验' : '核验'}
            </button>
          </div>
        </form>
        <div aria-live="polite">
          {result.kind === 'failed' && <p className={verifyStyles.failed}>{result.text}</p>}
          {result.kind === 'found' && <DocumentFacts document={result.document} />}
        </div>
      </main>
      <p className={verifyStyles.note}>本页只核对文书的登记信息，不显示文书内容和当事人信息。</p>
    </div>
  );
}

function DocumentFacts({ document }: { document: VerifiedDocument }) {
  const { issuer, name, documentNumber, madeOn, valid, stateLabel, sha256, code } = document;
  const facts = [
    ['发文机关', issuer],
    ['文书名称', name],
    ['发文字号', documentNumber || '无'],
    ['成文日期', dateInChinese(madeOn)],
    ['核验码', code],
  ] as const;
  return (
    <section aria-label="核验结果">
      <p className={valid ? verifyStyles.valid : verifyStyles.void}>
        <strong>{stateLabel}</strong>
        {valid ? '登记在册，可以与手中的文书核对' : '登记在册，但已作废，不再有效'}
      </p>
      <dl className={verifyStyles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>SHA-256</dt>
          <dd className={verifyStyles.digest}>{sha256}</dd>
        </div>
      </dl>
      <FileComparison sha256={sha256} />
    </section>
  );
}

function dateInChinese(date: string): string {
  const [year, month, day] = date.split('-').map(Number);
  return `${year}年${month}月${day}日`;
}

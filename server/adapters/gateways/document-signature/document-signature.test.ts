import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, describe, expect, test } from 'vitest';
import { createTypesetter } from '#server/adapters/typesetting/typesetter.ts';
import { openCertificate } from '#server/kernel/crypto/certificate.ts';
import { buildDocument } from '#test/world/drawn-documents.ts';
import { makeP12 } from '#test/world/office-certificate.ts';
import { readPdf } from '#test/world/read-pdf.ts';
import { createDocumentSignature } from './document-signature.ts';

const folder = mkdtempSync(join(tmpdir(), 'signature-'));
const typesetter = createTypesetter();
afterAll(async () => {
  await typesetter.stop();
  rmSync(folder, { recursive: true, force: true });
});

const at = new Date('2026-11-23T02:00:00Z');
const office = makeP12('淳安县信访局', 'secret');
const certificate = openCertificate(office, 'secret');
const signature = createDocumentSignature(certificate);
writeFileSync(join(folder, 'authority.pem'), certificate.certificate.toString());
const drawPdf = async () => (await typesetter.draw(buildDocument({}), 'zhang')).pdf;

/** Checks a signed PDF by independent tools. */
function verify(pdf: Uint8Array): { pdfsig: string; openssl: boolean } {
  const path = join(folder, 'paper.pdf');
  writeFileSync(path, pdf);
  const pdfsig = execFileSync('pdfsig', ['-nocert', path], { encoding: 'utf8' });
  const text = Buffer.from(pdf).toString('latin1');
  const [, ...range] = /\/ByteRange \[(\d+) (\d+) (\d+) (\d+)\]/.exec(text)?.map(Number) ?? [];
  const [from = 0, length = 0, next = 0, rest = 0] = range;
  writeFileSync(
    join(folder, 'content'),
    Buffer.concat([pdf.subarray(from, from + length), pdf.subarray(next, next + rest)]),
  );
  const hex = text.slice(length + 1, next - 1);
  writeFileSync(join(folder, 'cms'), Buffer.from(hex, 'hex'));
  const cms = [
    '-inform',
    'DER',
    '-binary',
    '-cades',
    '-purpose',
    'any',
    '-CAfile',
    join(folder, 'authority.pem'),
    '-in',
    join(folder, 'cms'),
  ];
  try {
    execFileSync(
      'openssl',
      ['cms', '-verify', ...cms, '-content', join(folder, 'content'), '-out', join(folder, 'out')],
      {
        stdio: 'ignore',
      },
    );
    return { pdfsig, openssl: true };
  } catch {
    return { pdfsig, openssl: false };
  }
}

describe('a signed document', () => {
  test('is valid in independent tools, and its original bytes are unchanged', async () => {
    const pdf = await drawPdf();
    const signed = await signature.sign(pdf, at);
    expect(Buffer.compare(signed.subarray(0, pdf.length), pdf)).toBe(0);
    const { pdfsig, openssl } = verify(signed);
    expect(pdfsig).toContain('Signature is Valid.');
    expect(pdfsig).toContain('ETSI.CAdES.detached');
    expect(pdfsig).toContain('SHA-256');
    expect(pdfsig).toContain('Total document signed');
    expect(pdfsig).toContain('淳安县信访局');
    // `-cades` requires the digest of the signer's certificate.
    expect(openssl).toBe(true);
    expect((await readPdf(signed)).map(({ text }) => text).join('')).toContain('现答复如下');
  });

  test('is invalid after a change of one bit', async () => {
    const signed = Buffer.from(await signature.sign(await drawPdf(), at));
    for (const place of [200, Math.floor(signed.length / 3), signed.indexOf('/Reason') + 12]) {
      const tampered = Buffer.from(signed);
      tampered[place] = (tampered[place] ?? 0) ^ 1;
      const { pdfsig, openssl } = verify(tampered);
      expect(pdfsig).not.toContain('Signature is Valid.');
      expect(openssl).toBe(false);
    }
  });

  test('may be signed twice, and may have a cross-reference stream', async () => {
    const document = await PDFDocument.load(await drawPdf());
    const newer = await document.save({ useObjectStreams: true });
    const once = await signature.sign(newer, at);
    expect(verify(once).pdfsig).toContain('Signature is Valid.');
    const twice = await signature.sign(once, at);
    const { pdfsig } = verify(twice);
    expect(pdfsig.match(/Signature is Valid\./g)).toHaveLength(2);
  });

  test('is valid when its title contains text like a signature’s placeholder', async () => {
    const title = `关于 /ByteRange [0 /********** /********** /**********] /Contents <${'0'.repeat(40)}> 的答复`;
    const { pdf } = await typesetter.draw(buildDocument({ title }), 'zhang');
    expect(verify(await signature.sign(pdf, at)).pdfsig).toContain('Signature is Valid.');
  });
});

test('a certificate file that cannot be opened is rejected with the reason', () => {
  expect(() => openCertificate(office, 'wrong')).toThrow(/password/i);
  expect(() => openCertificate(Buffer.from('not a file'), 'secret')).toThrow();
});

test('a certificate file with the old ciphers that certificate authorities still use is opened', () => {
  const { certificate } = openCertificate(makeP12('淳安县信访局', 'secret', '3des'), 'secret');
  expect(certificate.subject).toBe('CN=淳安县信访局');
});

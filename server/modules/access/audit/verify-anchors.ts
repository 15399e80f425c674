import type { Db } from '#server/kernel/database/transaction.ts';
import { firstAnchorHash, isAnchorSigned, isAnchorValid } from './anchor-hash.ts';
import { isKeyed, orderOfChain, type Signer } from './chain.ts';
import { type ChainSubject, chainSubject, type Finding, finding, orderSubject } from './findings.ts';
import { type LostAnchors, lostAnchorsFinding } from './lost-anchors.ts';
import { type Anchor, listAnchors } from './queries.ts';
import { listLostHeads } from './verify.queries.ts';
import type { AuditReport, VerifyOptions } from './verify-report.ts';

const anchorBatch = 100;
const headBatch = 5_000;

const anchorSubject = (seq: number): ChainSubject => ({ chinese: `锚点 ${seq}`, english: `anchor ${seq}` });

/**
 * Verifies the anchors: among themselves, against the chains, and against the evidence outside the database.
 */
export async function verifyAnchors(
  db: Db,
  signer: Signer,
  options: VerifyOptions,
  report: AuditReport,
  lost: LostAnchors,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  // After a restore the file may have several lines with one number, of which the database matches one.
  const linesByNumber = Map.groupBy(options.filedAnchors ?? [], ({ seq }) => seq);
  const missingInFile = { first: 0, last: 0, count: 0 };
  const expected = new Set(options.expectedAnchors);
  let previous: Pick<Anchor, 'seq' | 'hash'> = { seq: 0, hash: firstAnchorHash };
  for (;;) {
    const anchors = await listAnchors(db, 'asc', previous.seq, anchorBatch);
    for (const anchor of anchors) {
      const problems = checkAnchor(previous, anchor, signer, options, lost);
      findings.push(...problems);
      // A forged anchor is ignored, and its content may be no list at all.
      if (problems.length === 0 || isAnchorSigned(anchor, signer))
        findings.push(...(await checkHeads(db, anchor)));
      const lines = linesByNumber.get(anchor.seq);
      if (lines === undefined) {
        missingInFile.first ||= anchor.seq;
        missingInFile.last = anchor.seq;
        missingInFile.count += 1;
      } else if (lines.some(({ hash }) => hash !== anchor.hash))
        findings.push(
          finding(
            anchorSubject(anchor.seq),
            '与数据库之外的锚点文件不符',
            'is not what the file outside the database says',
            anchor.hash,
          ),
        );
      linesByNumber.delete(anchor.seq);
      expected.delete(anchor.hash);
      previous = anchor;
      report.anchors += 1;
      report.lastAnchorHash = anchor.hash;
    }
    if (anchors.length < anchorBatch) break;
  }
  findings.push(...checkUnfiled(missingInFile, previous.seq, options));
  findings.push(...lost.spans.map(lostAnchorsFinding));
  for (const seq of linesByNumber.keys()) {
    if (lost.has(seq)) continue;
    findings.push(
      finding(
        anchorSubject(seq),
        '已被删除（锚点文件中有记录）',
        'is gone, though the file outside the database knows it',
      ),
    );
  }
  for (const hash of expected)
    findings.push({
      chinese: `找不到指定的锚点 ${hash}`,
      english: `the expected anchor ${hash} is not there`,
    });
  return findings;
}

/**
 * Number of anchors that may be missing in the file: the portal files an anchor as soon as it is written, or
 * after a crash with the next one.
 */
const maxUnfiled = 2;

/** Reports anchors that are missing in the portal's own file: they were removed, or could not be written. */
function checkUnfiled(
  { first, last, count }: { first: number; last: number; count: number },
  newest: number,
  { fileIsOwn }: VerifyOptions,
): Finding[] {
  if (!fileIsOwn || count === 0 || first > newest - maxUnfiled) return [];
  return [
    {
      chinese: `锚点文件中缺少锚点 ${first} 至 ${last} 中的 ${count} 个，无法据以核对`,
      english: `the file of anchors lacks ${count} of the anchors ${first} to ${last}, and cannot bear witness to them`,
    },
  ];
}

function checkAnchor(
  previous: Pick<Anchor, 'seq' | 'hash'>,
  anchor: Anchor,
  signer: Signer,
  options: VerifyOptions,
  lost: LostAnchors,
): Finding[] {
  if (anchor.seq !== previous.seq + 1 && !lost.covers(previous.seq + 1, anchor.seq - 1))
    return [finding(anchorSubject(previous.seq + 1), '缺失', 'is missing')];
  if (anchor.prevHash !== previous.hash)
    return [finding(anchorSubject(anchor.seq), '与上一个锚点接不上', 'does not continue the one before it')];
  if (!isKeyed(anchor.hash) && anchor.seq > (options.genesis?.anchor ?? 0))
    return [
      finding(
        anchorSubject(anchor.seq),
        '没有密钥签名，是伪造的',
        'is not signed with the key: it was forged',
      ),
    ];
  if (!isAnchorValid(anchor, signer))
    return [finding(anchorSubject(anchor.seq), '被改动或伪造', 'was changed or forged')];
  return [];
}

async function checkHeads(db: Db, anchor: Anchor): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (let start = 0; start < anchor.heads.length; start += headBatch) {
    for (const head of await listLostHeads(db, anchor.heads.slice(start, start + headBatch))) {
      const code = head.code ?? head.orderCode ?? orderOfChain(head.chain);
      const subject = code === undefined ? chainSubject(head.chain) : orderSubject(code);
      findings.push(
        head.missing
          ? finding(
              subject,
              `第 ${head.seq} 条审计记录（锚点 ${anchor.seq} 为证）已不存在`,
              `link ${head.seq}, witnessed by anchor ${anchor.seq}, is gone`,
            )
          : finding(
              subject,
              `办件流水号被改为 ${head.orderCode ?? '（无）'}（锚点 ${anchor.seq} 为证）`,
              `its code is ${head.orderCode ?? 'none'} now, against anchor ${anchor.seq}`,
            ),
      );
    }
  }
  return findings;
}

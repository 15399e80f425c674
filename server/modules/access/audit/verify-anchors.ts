import type { Db } from '#server/kernel/database/transaction.ts';
import { firstAnchorHash, isAnchorSigned, isAnchorWhole } from './anchor-hash.ts';
import { isKeyed, orderOfChain, type Signer } from './chain.ts';
import { type ChainSubject, chainSubject, type Finding, finding, orderSubject } from './findings.ts';
import { type LostAnchors, lostFinding } from './lost-anchors.ts';
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
  const found: Finding[] = [];
  // After a restore the file may have several lines with one number, of which the database matches one.
  const filed = Map.groupBy(options.filedAnchors ?? [], ({ seq }) => seq);
  const unfiled = { first: 0, last: 0, count: 0 };
  const expected = new Set(options.expectedAnchors);
  let before: Pick<Anchor, 'seq' | 'hash'> = { seq: 0, hash: firstAnchorHash };
  for (;;) {
    const anchors = await listAnchors(db, 'asc', before.seq, anchorBatch);
    for (const anchor of anchors) {
      const problems = checkAnchor(before, anchor, signer, options, lost);
      found.push(...problems);
      // A forged anchor is ignored, and its content may be no list at all.
      if (problems.length === 0 || isAnchorSigned(anchor, signer))
        found.push(...(await checkHeads(db, anchor)));
      const witnesses = filed.get(anchor.seq);
      if (witnesses === undefined) {
        unfiled.first ||= anchor.seq;
        unfiled.last = anchor.seq;
        unfiled.count += 1;
      } else if (witnesses.some(({ hash }) => hash !== anchor.hash))
        found.push(
          finding(
            anchorSubject(anchor.seq),
            '与数据库之外的锚点文件不符',
            'is not what the file outside the database says',
            anchor.hash,
          ),
        );
      filed.delete(anchor.seq);
      expected.delete(anchor.hash);
      before = anchor;
      report.anchors += 1;
      report.lastAnchorHash = anchor.hash;
    }
    if (anchors.length < anchorBatch) break;
  }
  found.push(...checkUnfiled(unfiled, before.seq, options));
  found.push(...lost.spans.map(lostFinding));
  for (const seq of filed.keys()) {
    if (lost.has(seq)) continue;
    found.push(
      finding(
        anchorSubject(seq),
        '已被删除（锚点文件中有记录）',
        'is gone, though the file outside the database knows it',
      ),
    );
  }
  for (const hash of expected)
    found.push({ chinese: `找不到指定的锚点 ${hash}`, english: `the expected anchor ${hash} is not there` });
  return found;
}

/**
 * Number of anchors that may be missing in the file: the portal files an anchor as soon as it is written, or
 * after a crash with the next one.
 */
const mayWait = 2;

/** Reports anchors that are missing in the portal's own file: they were removed, or could not be written. */
function checkUnfiled(
  { first, last, count }: { first: number; last: number; count: number },
  newest: number,
  { fileIsOwn }: VerifyOptions,
): Finding[] {
  if (!fileIsOwn || count === 0 || first > newest - mayWait) return [];
  return [
    {
      chinese: `锚点文件中缺少锚点 ${first} 至 ${last} 中的 ${count} 个，无法据以核对`,
      english: `the file of anchors lacks ${count} of the anchors ${first} to ${last}, and cannot bear witness to them`,
    },
  ];
}

function checkAnchor(
  before: Pick<Anchor, 'seq' | 'hash'>,
  anchor: Anchor,
  signer: Signer,
  options: VerifyOptions,
  lost: LostAnchors,
): Finding[] {
  if (anchor.seq !== before.seq + 1 && !lost.covers(before.seq + 1, anchor.seq - 1))
    return [finding(anchorSubject(before.seq + 1), '缺失', 'is missing')];
  if (anchor.prevHash !== before.hash)
    return [finding(anchorSubject(anchor.seq), '与上一个锚点接不上', 'does not continue the one before it')];
  if (!isKeyed(anchor.hash) && anchor.seq > (options.beginning?.anchor ?? 0))
    return [
      finding(
        anchorSubject(anchor.seq),
        '没有密钥签名，是伪造的',
        'is not signed with the key: it was forged',
      ),
    ];
  if (!isAnchorWhole(anchor, signer))
    return [finding(anchorSubject(anchor.seq), '被改动或伪造', 'was changed or forged')];
  return [];
}

async function checkHeads(db: Db, anchor: Anchor): Promise<Finding[]> {
  const found: Finding[] = [];
  for (let at = 0; at < anchor.heads.length; at += headBatch) {
    for (const lost of await listLostHeads(db, anchor.heads.slice(at, at + headBatch))) {
      const code = lost.code ?? lost.orderCode ?? orderOfChain(lost.chain);
      const subject = code === undefined ? chainSubject(lost.chain) : orderSubject(code);
      found.push(
        lost.missing
          ? finding(
              subject,
              `第 ${lost.seq} 条审计记录（锚点 ${anchor.seq} 为证）已不存在`,
              `link ${lost.seq}, witnessed by anchor ${anchor.seq}, is gone`,
            )
          : finding(
              subject,
              `办件流水号被改为 ${lost.orderCode ?? '（无）'}（锚点 ${anchor.seq} 为证）`,
              `its code is ${lost.orderCode ?? 'none'} now, against anchor ${anchor.seq}`,
            ),
      );
    }
  }
  return found;
}

import { systemActor } from '#domain/access/actor.ts';
import { judgementLabel, linkedOrderLabel } from '#domain/petitions/petition-links.ts';
import type { Context } from '#server/framework/context.ts';
import { listJointPetitioners } from './joint.queries.ts';
import { findJudgement, listLinks } from './links.queries.ts';

/** A petition's judgement, links and people for the archive: unmasked, and independent of a reader's permissions. */
interface WholePetition {
  judgement: { label: string; newFacts: string; judgedBy: string; judgedAt: Date } | undefined;
  links: { label: string; code: string; title: string; note: string; madeBy: string; madeAt: Date }[];
  people: { name: string; certCode: string; mobile: string; isRepresentative: boolean }[];
}

/** Returns what the petitions of an order have beside its forms; everything is empty for other orders. */
export async function wholePetition(
  { db, crypto }: Pick<Context, 'db' | 'crypto'>,
  workorderId: string,
): Promise<WholePetition> {
  const [judgement, links, people] = await Promise.all([
    findJudgement(db, workorderId),
    listLinks(db, systemActor, workorderId),
    listJointPetitioners(db, workorderId),
  ]);
  const open = (sealed: string) => crypto.open(sealed, 'applicant');
  return {
    judgement: judgement && {
      label: judgementLabel[judgement.result],
      newFacts: judgement.new_facts,
      judgedBy: judgement.judged_by_name,
      judgedAt: judgement.judged_at,
    },
    links: links.map(({ kind, other_is, code, title, note, made_by_name, made_at }) => ({
      ...{ label: linkedOrderLabel(kind, other_is), code, title, note },
      ...{ madeBy: made_by_name, madeAt: made_at },
    })),
    people: people.map(({ name, cert_code_sealed, mobile_sealed, is_representative }) => ({
      name,
      certCode: open(cert_code_sealed),
      mobile: open(mobile_sealed),
      isRepresentative: is_representative,
    })),
  };
}

import { randomUUID } from 'node:crypto';
import type { DatedAction, OfficeActions } from '#server/seeds/demo/office-actions.ts';
import { type Letter, writeLetter } from '#server/seeds/demo/petition-stories.ts';
import { createRandom } from '#server/seeds/demo/random.ts';
import type { DatabaseOrder } from '#server/seeds/demo/service-calls.ts';
import { createServiceOffice } from '#server/seeds/demo/service-office.ts';
import { certCodeOf } from './cert-codes.ts';
import type { World } from './world.ts';

const workers = 8;
let letterCount = 0;

/** The person who examines the letters of the demo county, and may ask others. */
export const letterExaminer = 'liuyang';

export interface LetterOrder {
  order: DatabaseOrder;
  letter: Letter;
}

/** Creates petition letters by the real services, as people of the demo. */
export class PetitionFixture {
  readonly actions: OfficeActions<DatabaseOrder>;
  readonly #now: () => Date;

  constructor({ context }: World) {
    this.actions = createServiceOffice(context);
    this.#now = context.now;
  }

  /** Returns the person, the present time and a new key of an action. */
  readonly actionBy = (person: string): DatedAction => ({
    person,
    at: this.#now(),
    key: `bench-${randomUUID()}`,
  });

  /** Returns this many letters of different people, waiting for examination. */
  async createLettersToExamine(count: number): Promise<LetterOrder[]> {
    const letters: LetterOrder[] = [];
    const work = async () => {
      while (letters.length < count) letters.push(await this.#createLetterToExamine());
    };
    await Promise.all(Array.from({ length: Math.min(workers, count) }, work));
    return letters;
  }

  async #createLetterToExamine(): Promise<LetterOrder> {
    letterCount += 1;
    const letter = writeLetter(createRandom(letterCount), letterCount, this.#now());
    const applicant = {
      ...letter.start.applicant,
      sex: '2' as const,
      certCode: certCodeOf(letterCount, '2'),
    };
    const order = await this.actions.start(this.actionBy(letter.registrar), { ...letter.start, applicant });
    await this.actions.handle(this.actionBy(letterExaminer), order, {
      nodeId: 'receive',
      buttonId: 'receive',
      opinion: '材料已核对，收件',
    });
    return { order, letter };
  }
}

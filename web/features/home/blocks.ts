import { writeStored } from '#web/api/read-stored.ts';

/** The blocks of the home page below the figures, in their default order; each has a fixed column (`columnOf`). */
export const blocks = ['first', 'nodes', 'others', 'start', 'copies', 'unread', 'week'] as const;
export type Block = (typeof blocks)[number];

export const blockTitle: Record<Block, string> = {
  first: '优先办理',
  nodes: '待我办理',
  others: '待他人办理',
  start: '快速发起',
  copies: '未读抄送',
  unread: '未读消息',
  week: '本周',
};

export const columnOf: Record<Block, 'wide' | 'side'> = {
  first: 'wide',
  nodes: 'wide',
  others: 'wide',
  start: 'side',
  copies: 'side',
  unread: 'side',
  week: 'side',
};

/** The home page's arrangement for one person: the order of the blocks, and the hidden ones. */
export interface Arrangement {
  order: readonly Block[];
  hidden: readonly Block[];
}

export const defaultArrangement: Arrangement = { order: blocks, hidden: [] };

const keyOf = (person: string) => `banjian.home.${person}`;
const isBlock = (value: unknown): value is Block => blocks.some((block) => block === value);

/** Returns the arrangement stored in this browser; new blocks come last. */
export function readArrangement(person: string): Arrangement {
  try {
    const stored = JSON.parse(localStorage.getItem(keyOf(person)) ?? '{}') as Partial<Arrangement>;
    const order = [...new Set((stored.order ?? []).filter(isBlock))];
    return {
      order: [...order, ...blocks.filter((block) => !order.includes(block))],
      hidden: (stored.hidden ?? []).filter(isBlock),
    };
  } catch {
    return defaultArrangement;
  }
}

export function writeArrangement(person: string, arrangement: Arrangement): void {
  writeStored(keyOf(person), JSON.stringify(arrangement));
}

/** Moves a block past its neighbour of the same column. */
export function moveBlock({ order, hidden }: Arrangement, block: Block, step: -1 | 1): Arrangement {
  const column = order.filter((other) => columnOf[other] === columnOf[block]);
  const neighbour = column[column.indexOf(block) + step];
  if (neighbour === undefined) return { order, hidden };
  const swap = (other: Block) => (other === block ? neighbour : other === neighbour ? block : other);
  return { order: order.map(swap), hidden };
}

export function showBlock({ order, hidden }: Arrangement, block: Block, isShown: boolean): Arrangement {
  return { order, hidden: isShown ? hidden.filter((other) => other !== block) : [...hidden, block] };
}

/**
 * An action of a person, described by nodes instead of numbers: stories consist of such actions, and both
 * sides understand them.
 */
export type Step =
  | {
      do: 'handle' | 'forward' | 'choose';
      at: string;
      by: string;
      button: string;
      /** If several people do the node: the key of one of them. */
      key?: string;
      /** 0 for the latest task of the node, 1 for the one before. */
      back?: number;
      branches?: readonly string[];
      names?: Readonly<Record<string, readonly string[]>>;
    }
  | {
      do: 'return';
      at: string;
      by: string;
      button: string;
      key?: string;
      back?: number;
      targets: readonly string[];
      way: 'replay' | 'direct';
    }
  | { do: 'terminate' | 'void'; at: string; by: string; button: string; key?: string; back?: number }
  | { do: 'resubmit'; by: string; back?: number }
  | { do: 'withdraw'; at: string; by: string; back?: number }
  | { do: 'recall'; by: string }
  | SlotStep;

/** How many must agree; a number is a share in percent. */
export type RuleRequest = 'all' | 'majority' | 'veto' | number;

/**
 * The latest task of a node, or the one `back` before it; for nodes with several people, that of one of them;
 * or a seat of a round that a person started. Both sides count these alike.
 */
export type SlotAt = { at: string; back?: number; key?: string } | { panel: number; seat: number };

interface SeatRequests {
  seats: readonly { group: number; keys: readonly string[] }[];
  isInOrder: boolean;
}

/** An action of one of several people who do one task together. */
export type SlotStep = { by: string } & (
  | ({
      do: 'countersign';
      slot: SlotAt;
      rule: RuleRequest;
      goes: 'back' | 'on';
      isLimited: boolean;
      /** The answer that counts for those who are late. */
      expiry?: 'noAnswer' | 'passed' | 'failed';
    } & SeatRequests)
  | ({ do: 'addSigners'; slot: SlotAt; place: 'before' | 'after' } & SeatRequests)
  | { do: 'delegate'; slot: SlotAt; key: string; returns: boolean }
  /** The person who did the previous node is asked again. */
  | { do: 'returnTo'; slot: SlotAt; key: string }
  | { do: 'reassign'; slot: SlotAt; key: string }
  | { do: 'answer'; slot: SlotAt; passes: boolean }
  | { do: 'sign'; slot: SlotAt }
  | { do: 'callOff'; panel: number }
  | { do: 'addTo'; panel: number; seats: SeatRequests['seats'] }
  | { do: 'removeSigner'; panel: number; seat: number }
  | { do: 'expire'; panel: number }
  /** The nightly check of a countersign, for seats whose people have left. */
  | { do: 'checkExpiry'; panel: number }
);

/** One line of a random walk: an action, or a person who leaves or comes back. */
export type Line = Step | { do: 'leave' | 'come'; who: string };

/** What a person does, told by nodes instead of numbers: what stories are written in and both sides understand. */
export type Deed =
  | {
      do: 'handle' | 'forward' | 'choose';
      at: string;
      by: string;
      button: string;
      /** 0 the latest task of the node, 1 the one before. */
      back?: number;
      branches?: readonly string[];
      names?: Readonly<Record<string, readonly string[]>>;
    }
  | {
      do: 'return';
      at: string;
      by: string;
      button: string;
      back?: number;
      targets: readonly string[];
      way: 'replay' | 'direct';
    }
  | { do: 'terminate' | 'void'; at: string; by: string; button: string; back?: number }
  | { do: 'resubmit'; by: string; back?: number }
  | { do: 'withdraw'; at: string; by: string; back?: number }
  | { do: 'recall'; by: string };

/** One line of a random walk: a deed, or somebody who leaves office or comes back. */
export type Line = Deed | { do: 'leave' | 'come'; who: string };

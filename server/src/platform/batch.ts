interface Asked<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** No more than this go together, so that nobody's turn takes long. */
const most = 50;
/** A turn that takes longer than this waits for something of its own; the next one goes without it. */
const patience = 20;

/**
 * Work that costs little more for many than for one. Nobody waits for company: whoever comes alone goes at
 * once, and what comes while a turn is under way goes together in the next. `work` answers in the items' order.
 */
export function batch<Item, Result>(work: (items: Item[]) => Promise<Result[]>): (item: Item) => Promise<Result> {
  const waiting: Asked<Item, Result>[] = [];
  let turn: symbol | undefined;

  const begin = () => {
    if (turn !== undefined || waiting.length === 0) return;
    const ours = Symbol('turn');
    turn = ours;
    const makeWay = () => {
      if (turn === ours) turn = undefined;
      begin();
    };
    const timer = setTimeout(makeWay, patience);
    void take(waiting.splice(0, most)).finally(() => {
      clearTimeout(timer);
      makeWay();
    });
  };

  const take = async (asked: Asked<Item, Result>[]) => {
    try {
      const results = await work(asked.map(({ item }) => item));
      for (const [index, { resolve }] of asked.entries()) resolve(results[index] as Result);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      begin();
    });
}

export type Block = { kind: 'heading' | 'paragraph'; text: string } | { kind: 'list'; items: string[] };

/** The parts of an agreement's text: `## ` begins a heading, `- ` an item of a list, any other line is a paragraph. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  for (const line of text.split('\n').map((each) => each.trim())) {
    const last = blocks[blocks.length - 1];
    if (line === '') continue;
    if (!line.startsWith('- ')) blocks.push(textBlock(line));
    else if (last?.kind === 'list') last.items.push(line.slice(2));
    else blocks.push({ kind: 'list', items: [line.slice(2)] });
  }
  return blocks;
}

const textBlock = (line: string): Block =>
  line.startsWith('## ') ? { kind: 'heading', text: line.slice(3) } : { kind: 'paragraph', text: line };

interface Entry {
  value: string;
  label: string;
}

/** The label of a value in a list of the server's dictionary. A value without a label is shown as it is. */
export const labelIn = (list: readonly Entry[] | undefined, value: string): string =>
  list?.find((entry) => entry.value === value)?.label ?? value;

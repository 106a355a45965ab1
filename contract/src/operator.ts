/** The company whose chairs these are, as guests see it on pages and receipts. */
export interface Operator {
  name: string;
  address: string;
  taxId: string;
  /** The address of its logo; empty where it has none. */
  logo: string;
}

/** Placeholder for the operator's name in documents that are rendered before it is known; the server fills it in. */
export const operatorNamePlace = '{{operator}}';

import { Card, DataList, Stack, Table } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { TimesInList } from './time.js';

/** A column of a table, and a line of a card where there is no room for one. */
export interface RecordColumn<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
}

interface RecordsProps<Row> {
  /** What the rows are, for those who cannot see them. */
  readonly label: string;
  readonly columns: readonly RecordColumn<Row>[];
  readonly rows: readonly Row[];
  readonly getKey: (row: Row) => string | number;
}

/** Rows as a table; on narrow screens each as a list of labels and values. */
export function Records<Row>(props: RecordsProps<Row>): React.ReactElement {
  return (
    <TimesInList value={true}>
      <Rows {...props} />
    </TimesInList>
  );
}

function Rows<Row>({ label, columns, rows, getKey }: RecordsProps<Row>): React.ReactElement {
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  if (isNarrow) {
    return (
      <Stack component="ul" gap="sm" p={0} m={0} aria-label={label} style={{ listStyle: 'none' }}>
        {rows.map((row) => (
          <Card key={getKey(row)} component="li" withBorder padding="sm">
            <DataList>
              {columns.map(({ id, header, cell }) => (
                <DataList.Item key={id}>
                  <DataList.ItemLabel>{header}</DataList.ItemLabel>
                  <DataList.ItemValue>{cell(row)}</DataList.ItemValue>
                </DataList.Item>
              ))}
            </DataList>
          </Card>
        ))}
      </Stack>
    );
  }
  return (
    <Table aria-label={label} verticalSpacing="sm" layout="auto">
      <Table.Thead>
        <Table.Tr>
          {columns.map(({ id, header }) => (
            <Table.Th key={id}>{header}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={getKey(row)}>
            {columns.map(({ id, cell }) => (
              <Table.Td key={id}>{cell(row)}</Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

export { createParser, type EventSourceMessage } from 'eventsource-parser';

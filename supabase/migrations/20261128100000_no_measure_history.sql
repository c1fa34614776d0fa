drop function if exists private.measure_history();

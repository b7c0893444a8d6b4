-- Whoever reads messages asks for them every second.
create index stations_hidden on stations (id) where hidden;
